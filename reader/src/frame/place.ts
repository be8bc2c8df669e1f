// Where somebody was in a list and in a text, for the way back: also once the page was loaded anew, or the browser had thrown it away.

/** In a list: the first row that was to be seen and those behind it, of which some may be read by then. */
export interface ListPlace {
  ids: readonly number[];
  /** How far the first of them had gone beyond the upper edge, in pixels. */
  beyond: number;
  /** How many rows had been loaded. */
  count: number;
}

/** In a text: an element of so many, which were the same whenever the text is. */
export interface TextPlace {
  itemId: number;
  index: number;
  count: number;
  beyond: number;
}

export interface Place {
  list?: ListPlace | undefined;
  text?: TextPlace | undefined;
}

/** Of the address that is shown: the browser keeps it along with that. */
export function placeHere(): Place {
  return history.state?.place ?? {};
}

export function keepPlaceHere(place: Place): void {
  history.replaceState({ ...history.state, place }, '');
}
