// Every screen that is no stream, by its address (`paths.ts`). Its code is loaded when it is first shown.
import type { ComponentType } from 'preact';
import { lazily } from '../frame/lazily.tsx';
import type { ScreenPath } from '../paths.ts';

export interface ScreenProps {
  /** The named parts of the address. */
  params: Readonly<Record<string, string>>;
}

const feedTree = lazily<ScreenProps>(async () => (await import('./feeds/screen.tsx')).FeedsScreen);
const add = lazily<ScreenProps>(async () => (await import('./add/screen.tsx')).AddScreen);
const history = lazily<ScreenProps>(async () => (await import('./history/screen.tsx')).HistoryScreen);

const aboutFeed = lazily<ScreenProps>(async () => (await import('./feed/screen.tsx')).AboutScreen);
const manage = lazily<ScreenProps>(async () => (await import('./manage/screen.tsx')).ManageScreen);

const settings = lazily<ScreenProps>(async () => (await import('./settings/screen.tsx')).SettingsScreen);
const admin = lazily<ScreenProps>(async () => (await import('./admin/screen.tsx')).AdminScreen);

export const screens: Readonly<Record<ScreenPath, ComponentType<ScreenProps>>> = {
  '/feeds': feedTree,
  '/feeds/:id/about': aboutFeed,
  '/manage': manage,
  '/add': add,
  '/import': add,
  '/history': history,
  '/settings': settings,
  '/settings/:section': settings,
  '/admin': admin,
  '/admin/:section': admin,
};
