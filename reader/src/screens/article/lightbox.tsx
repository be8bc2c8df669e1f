// The lightbox: one picture at a time, as large as the screen; arrows go through those of the article.
import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ModalDialog } from '../../frame/dialog.tsx';
import { Icon } from '../../frame/icons.tsx';
import { isRightToLeft } from '../../frame/layout.ts';
import { t } from '../../texts/translate.ts';
import { type OpenPictures, openPictures } from './lightbox-state.ts';

/** How many heights of the window a key scrolls a strip. */
const scrolls: Record<string, number> = {
  ArrowUp: -0.1,
  ArrowDown: 0.1,
  PageUp: -0.9,
  PageDown: 0.9,
  Home: -1_000,
  End: 1_000,
};

interface OpenPicture {
  src: string;
  srcset: string;
  alt: string;
  /** How wide the article shows it; 0 while it has not come as far as there. */
  width: number;
}

export function Lightbox({ images, index }: OpenPictures) {
  // As they are when it opens: the article may go on loading.
  const [pictures] = useState(() => images.map(enlarged));
  const go = (step: number): void => {
    openPictures.value = { images, index: (index + step + pictures.length) % pictures.length };
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && pictures.length > 1) go(isRightToLeft() ? -step : step);
    // The focus is on a button that stays where it is when the picture is scrolled: for browsers it is not within what keys scroll.
    const windows = scrolls[event.key];
    if (windows === undefined) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).parentElement?.scrollBy(0, windows * innerHeight);
  };
  const close = (): void => {
    openPictures.value = undefined;
  };
  const { src = '', srcset = '', alt = '', width = 0 } = pictures[index] ?? {};
  /** Width to height; 0 until the first picture is there. */
  const ratio = useSignal(0);
  const natural = useSignal(0);
  /** A strip of a comic would be far narrower in the window than in the article: it is scrolled. */
  const isTall = ratio.value > 0 && innerHeight * ratio.value < (width || natural.value) / 2;
  const judge = ({ currentTarget }: Event): void => {
    const image = currentTarget as HTMLImageElement;
    ratio.value = image.naturalWidth / image.naturalHeight;
    natural.value = Math.min(image.naturalWidth, innerWidth);
    // The one before may have been scrolled to its end.
    image.scrollIntoView();
  };
  /** The size that the article shows, if a larger one is not to be had. */
  const showSmaller = ({ currentTarget }: Event): void => {
    const image = currentTarget as HTMLImageElement;
    if (image.currentSrc !== image.src) image.srcset = image.src;
  };
  // A drawing in black on nothing cannot be seen on black: it is on grey, which covers no more than the picture does.
  const behind = ratio.value > 0 ? { background: 'gray' } : {};
  const fitting = { width: `min(100cqw, 100cqh * ${ratio.value})`, height: 'auto', margin: 'auto' };
  return (
    <ModalDialog label={t('lightbox.label')} close={close} class="lightbox" isBare>
      <figure onKeyDown={key} class={isTall ? 'tall' : ''}>
        <div style={{ display: 'grid', ...(!isTall && { containerType: 'size' }) }}>
          <img
            src={src}
            srcset={srcset}
            sizes="100vw"
            alt={alt}
            style={{ ...behind, ...(ratio.value > 0 && !isTall && fitting) }}
            onLoad={judge}
            onError={showSmaller}
          />
        </div>
        <figcaption>
          {alt}
          {alt && pictures.length > 1 && ' · '}
          {pictures.length > 1 && (
            <span class="num">{t('lightbox.of', { index: index + 1, count: pictures.length })}</span>
          )}
        </figcaption>
        {pictures.length > 1 && (
          <>
            <button type="button" class="ib previous" aria-label={t('keys.previous')} onClick={() => go(-1)}>
              <Icon name="back" />
            </button>
            <button type="button" class="ib next" aria-label={t('keys.next')} onClick={() => go(1)}>
              <Icon name="chevron" />
            </button>
          </>
        )}
        <button type="button" class="ib close" aria-label={t('keys.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </figure>
    </ModalDialog>
  );
}

function enlarged(image: HTMLImageElement): OpenPicture {
  const { currentSrc, src, alt, naturalWidth, width } = image;
  const sources = image.closest('picture')?.querySelectorAll('source') ?? [];
  // In a `picture`, the first source counts that is for this screen.
  const { srcset } = [...sources].find(({ media }) => matchMedia(media).matches) ?? image;
  return { src: currentSrc || src, srcset, alt, width: naturalWidth > 0 ? width : 0 };
}
