// The feeds as a page of their own: where there is room for a sidebar, it is the whole list of feeds beside nothing else.
import { Sidebar } from '../../frame/sidebar.tsx';

export function FeedsScreen() {
  return <Sidebar isPage />;
}
