// Reads the items that Tiny Tiny RSS exports: XML of its own, in which each element of an article holds one text.
import { limits } from './limits.ts';
import { type Attributes, readMarkup } from './markup.ts';

/** The texts of an article by the names of their elements. */
type TtrssArticle = Readonly<Record<string, string>>;

/** Whether a text is such an export, judging by its start. */
export function isTtrssArticles(text: string): boolean {
  return /<articles\s[^>]*schema-version/.test(text.slice(0, limits.opmlStartChars));
}

export function readTtrssArticles(text: string): TtrssArticle[] {
  const reader = new ArticleReader();
  readMarkup(text, 'xml', reader);
  return reader.articles;
}

class ArticleReader {
  readonly articles: TtrssArticle[] = [];
  private article: Record<string, string> | undefined;
  private field: string | undefined;

  open(name: string, _: Attributes, closed: boolean): boolean {
    if (name === 'article') this.article = Object.create(null) as Record<string, string>;
    else if (this.article && !closed) this.field = name;
    return true;
  }

  close(name: string): boolean {
    if (name === 'article' && this.article) {
      this.articles.push(this.article);
      this.article = undefined;
    }
    this.field = undefined;
    return true;
  }

  text(text: string): void {
    if (!this.article || this.field === undefined) return;
    this.article[this.field] = `${this.article[this.field] ?? ''}${text}`;
  }
}
