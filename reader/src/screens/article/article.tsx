// One item: where it comes from, its title, its text, and the files that belong to it.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { findBody, heldBody } from '../../data/body.ts';
import { feeds, itemsTold } from '../../data/copy.ts';
import { languageOf } from '../../data/language-of.ts';
import { isOnline } from '../../data/reached.ts';
import type { Body, Row } from '../../data/row.ts';
import { isPassing, wordsOf } from '../../data/service.ts';
import { takeFocus } from '../../frame/focus.ts';
import { isInPage } from '../../frame/layout.ts';
import { pathOf } from '../../frame/routes.ts';
import { Spine } from '../../frame/spine.tsx';
import { say } from '../../frame/status.ts';
import { useBack } from '../../frame/use-back.ts';
import { longDay, timeOfDay } from '../../texts/dates.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { bringOpened, rowAt } from '../list/selection.ts';
import { prepareContent } from './content.ts';
import { Enclosures } from './enclosures.tsx';
import { fetching, inFull, opensInFull, setInFull } from './full-text.ts';
import { openPicture } from './lightbox-state.ts';
import { saidTitle } from './said-title.ts';
import { returnInText } from './text-place.ts';

export function Article({ row, id }: { row: Row | undefined; id: number }) {
  const body = useSignal<Body | undefined>(heldBody(id));
  const failure = useSignal<unknown>(undefined);
  const tryAgain = useBody(id, { row, body, failure });
  const opens = opensInFull(body.value);
  const isInFull = inFull.value.has(id) || opens;
  useLayoutEffect(() => {
    // Also when it does not: the full text that was shown last time may be gone.
    if (body.value) setInFull(id, opens);
  }, [body.value, id]);
  const shown = isInFull ? (heldBody(id)?.fullText ?? body.value?.fullText) : body.value?.content;
  const said = shown !== undefined && row ? saidTitle(shown, row.title) : undefined;
  const language = row && languageOf(row);
  return (
    <article class="art" aria-labelledby="article-title" aria-busy={fetching.value.has(id)}>
      {row && <Head row={row} language={language} isUntitled={said === 'words'} />}
      {row && <Enclosures row={row} played />}
      {failure.value !== undefined && <Failed failure={failure.value} tryAgain={tryAgain} />}
      {shown !== undefined && row && (
        <Text itemId={id} html={shown} language={language} hasTitle={said === 'heading'} />
      )}
      {fetching.value.has(id) && <p class="by">{t('article.fetching')} …</p>}
      {row && <Enclosures row={row} played={false} />}
      {row && body.value && <Onward row={row} />}
    </article>
  );
}

/**
 * Loads the text, and those of the next two items, so that `j` never waits. A text that failed comes by itself when the service has been
 * heard since. Returns what a person does who does not wait for that.
 */
function useBody(
  id: number,
  { row, body, failure }: { row: Row | undefined; body: Signal<Body | undefined>; failure: Signal<unknown> },
): () => void {
  const load = async (): Promise<void> => {
    try {
      const found = await findBody(id);
      // Perhaps only the first look for it has failed, or it has come with a list meanwhile.
      if (!row) await bringOpened(id);
      body.value = found;
      failure.value = undefined;
    } catch (error) {
      failure.value = error;
    }
  };
  useEffect(() => {
    void load();
    for (const ahead of [1, 2]) {
      const next = rowAt(ahead);
      if (next && !heldBody(next.id)) findBody(next.id).catch(() => {});
    }
  }, [id]);
  useBack(failure.value, load);
  return async () => {
    await load();
    if (failure.peek() !== undefined) say(t('error.article'));
  };
}

interface HeadProps {
  row: Row;
  language: string | undefined;
  isUntitled: boolean;
}

function Head({ row, language, isUntitled }: HeadProps) {
  const feed = feeds.value.get(row.feedId);
  const facts = inOneLine(row.author, row.minutes > 0 && t('article.minutes', { count: row.minutes }));
  return (
    <header>
      <div class="src">
        <Spine feedId={row.feedId} />
        {feed && (
          <a href={pathOf({ kind: 'feed', id: row.feedId })} dir="auto">
            <b>{feed.title}</b>
          </a>
        )}
        <time dateTime={new Date(row.at).toISOString()}>{dayAndTime(row.at)}</time>
      </div>
      <h1 id="article-title" lang={language} dir="auto" class={isUntitled ? 'vh' : ''}>
        {isUntitled ? (
          row.title
        ) : (
          <a href={row.url} target="_blank" rel="noopener noreferrer">
            {row.title}
          </a>
        )}
      </h1>
      {facts !== '' && <p class="by">{facts}</p>}
      <Tags row={row} />
      {row.editedAt !== undefined && row.editedAt > row.at + 60_000 && (
        <p class="by">{t('article.updated', { date: dayAndTime(row.editedAt) })}</p>
      )}
    </header>
  );
}

function Tags({ row: { tags } }: { row: Row }) {
  // Drawn again whenever they may have changed, here or elsewhere.
  void itemsTold.value;
  if (!tags) return null;
  return (
    <p class="by">
      {tags.map((tag) => (
        <>
          <a
            href={`/search?q=${encodeURIComponent(`tag:"${tag.replace(/["“-„＂\\＼]/g, '\\$&')}"`)}`}
            dir="auto"
          >
            #{tag}
          </a>{' '}
        </>
      ))}
    </p>
  );
}

/** Where it goes on: a feed may have only the beginning of a text, or nothing of it. */
function Onward({ row: { url, commentsUrl } }: { row: Row }) {
  return (
    <p class="after">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {t('keys.original')}
      </a>
      {commentsUrl !== undefined && (
        <>
          {' · '}
          <a href={commentsUrl} target="_blank" rel="noopener noreferrer">
            {t('keys.comments')}
          </a>
        </>
      )}
    </p>
  );
}

function dayAndTime(at: number): string {
  return t('article.dayAndTime', { day: longDay(at), time: timeOfDay(at) });
}

/** Put into the page only once while it is open, so that a selection in it is not lost. */
function Text({
  itemId,
  html,
  language,
  hasTitle,
}: {
  itemId: number;
  html: string;
  language: string | undefined;
  hasTitle: boolean;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.replaceChildren(prepareContent(html, hasTitle));
  }, [html, hasTitle]);
  const isSeen = isInPage.value;
  useLayoutEffect(() => {
    if (isSeen && ref.current) returnInText(ref.current, itemId);
  }, [isSeen, itemId, html]);
  const enlarge = (event: MouseEvent): void => {
    const image = (event.target as Element).closest('.picture')?.querySelector('img');
    if (image && ref.current)
      openPicture([...ref.current.querySelectorAll<HTMLImageElement>('.picture img')], image);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the pictures in it are buttons
    // biome-ignore lint/a11y/noStaticElementInteractions: the pictures in it are buttons
    <div class="body" ref={ref} lang={language} dir="auto" onClick={enlarge} />
  );
}

function Failed({ failure, tryAgain }: { failure: unknown; tryAgain: () => void }) {
  const isGone = !isPassing(failure);
  useEffect(() => () => void requestAnimationFrame(focusText), []);
  return (
    <div class="notice" role="alert">
      <h1>{isGone ? t('error.gone') : t('error.article')}</h1>
      {isGone ? (
        <a class="b s" href="/unread">
          {t('error.toUnread')}
        </a>
      ) : (
        <>
          <p>{isOnline.value || navigator.onLine ? wordsOf(failure) : t('error.offlineArticle')}</p>
          <button type="button" class="b s" onClick={tryAgain}>
            {t('error.retry')}
          </button>
        </>
      )}
    </div>
  );
}

/** Who has pressed the button reads on. */
function focusText(): void {
  takeFocus(document.querySelector<HTMLElement>('.article-scroll'));
}
