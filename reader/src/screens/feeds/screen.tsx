// The sidebar as a page of its own, for screens without room for it.
import { Sidebar } from '../../frame/sidebar.tsx';

export function FeedsScreen() {
  return <Sidebar isPage />;
}
