// The spine of a feed: a thin bar whose hue comes from its id, so that people recognise feeds by colour.

/** The golden angle: neighbouring ids get hues far apart, and hues hardly ever repeat. */
const goldenAngle = 137.508;

export function hueOf(feedId: number): number {
  return Math.round((feedId * goldenAngle + 150) % 360);
}

export function Spine({ feedId }: { feedId: number }) {
  return <span class="spine" style={{ '--h': hueOf(feedId) }} aria-hidden="true" />;
}
