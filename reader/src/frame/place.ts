// Where somebody was in a list and in a text, for the way back, also after the page was reloaded or discarded by the browser.

/** In a list: the first visible row and those after it, because some may have left the list by then. */
export interface ListPlace {
  ids: readonly number[];
  /** How far the first of them was scrolled beyond the upper edge, in pixels. */
  beyond: number;
  /** How many rows had been loaded. */
  count: number;
}

/** In a text: the index of an element, and how many there were, which shows whether the text is the same. */
export interface TextPlace {
  itemId: number;
  index: number;
  count: number;
  beyond: number;
}

interface Place {
  list?: ListPlace | undefined;
  text?: TextPlace | undefined;
  /** On any other page: pixels from its top. */
  screen?: number | undefined;
}

/** The place kept with the current history entry. */
export function placeHere(): Place {
  return history.state?.place ?? {};
}

export function keepPlaceHere(place: Place): void {
  keepHere({ place });
}

/** Keeps something with the current history entry. `kept`: the open item, which the person wants to stay unread. */
export function keepHere(state: { place: Place } | { kept: number | undefined }): void {
  try {
    history.replaceState({ ...history.state, ...state }, '');
  } catch {
    // Safari allows 100 changes within ten seconds (`go`): the next scroll keeps the place.
  }
}
