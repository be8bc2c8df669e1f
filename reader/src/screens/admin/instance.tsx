// How the instance is doing, in numbers.
import type { InstanceState } from '@courant/client';
import { Fragment } from 'preact';
import { service } from '../../data/service.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { bytesText } from '../../texts/bytes.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { locale, t } from '../../texts/translate.ts';
import { Answered } from '../account/parts.tsx';

export function InstanceFacts() {
  const asked = useAnswer((signal) => service.admin.instance({ signal }), '');
  return (
    <>
      <Answered asked={asked}>{(state) => <Facts state={state} />}</Answered>
      <p class="after">
        <button type="button" class="b s" onClick={asked.again}>
          {t('list.refresh')}
        </button>
      </p>
    </>
  );
}

function Facts({ state }: { state: InstanceState }) {
  const { crawler, images } = state;
  const number = (value: number): string => value.toLocaleString(locale());
  const database = { sqlite: 'SQLite', postgres: 'PostgreSQL' }[state.database];
  const lastVisit = crawler.last_visit_at;
  const groups: [title: string, facts: [name: string, value: string][]][] = [
    [
      t('admin.service'),
      [
        [t('admin.version'), state.version],
        [t('add.address'), location.host],
        [t('admin.database'), inOneLine(database, bytesText(state.database_bytes, locale()))],
        [t('admin.images'), inOneLine(number(images.count), bytesText(images.bytes, locale()))],
      ],
    ],
    [
      t('admin.contents'),
      [
        [t('admin.users'), number(state.users)],
        [t('admin.feedsFollowed'), number(state.feeds)],
        [t('admin.sources'), number(state.sources)],
        [t('admin.posts'), number(state.posts_ever)],
        [t('admin.items'), number(state.items_ever)],
      ],
    ],
    [
      t('admin.crawler'),
      [
        [
          t('admin.lastVisit'),
          lastVisit === undefined ? t('admin.noVisit') : fromNow(Date.parse(lastVisit), timeNow()),
        ],
        [t('admin.due'), number(crawler.sources_due)],
        [t('admin.failing'), number(crawler.sources_failing)],
      ],
    ],
  ];
  return groups.map(([title, facts]) => (
    <section key={title}>
      <h2>{title}</h2>
      <dl class="facts even">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd class="num">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  ));
}
