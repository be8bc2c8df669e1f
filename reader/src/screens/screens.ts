// Every screen that is no stream, by its address (`paths.ts`). Its code is loaded when it is first shown.
import type { ComponentType } from 'preact';
import { lazily } from '../frame/lazily.tsx';
import type { ScreenPath } from '../paths.ts';
import { Skeleton } from './list/states.tsx';

export interface ScreenProps {
  /** The named parts of the address. */
  params: Readonly<Record<string, string>>;
}

const screen = (load: () => Promise<ComponentType<ScreenProps>>) => lazily(load, { Meanwhile: Skeleton });

const feedTree = screen(async () => (await import('./feeds/screen.tsx')).FeedsScreen);
const add = screen(async () => (await import('./add/screen.tsx')).AddScreen);
const history = screen(async () => (await import('./history/screen.tsx')).HistoryScreen);

const aboutFeed = screen(async () => (await import('./feed/screen.tsx')).AboutScreen);
const manage = screen(async () => (await import('./manage/screen.tsx')).ManageScreen);

const settings = screen(async () => (await import('./settings/screen.tsx')).SettingsScreen);
const admin = screen(async () => (await import('./admin/screen.tsx')).AdminScreen);

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
