import { html as template, raw } from 'hono/html'

/** Markup in which everything that came from outside is escaped. Only `html` and `rawHtml` make it. */
export type Html = Exclude<ReturnType<typeof template>, Promise<unknown>>

/** What may stand in a template: text is escaped, markup is not, nothing is written for null, undefined and booleans. */
export type HtmlPart = string | number | boolean | null | undefined | Html | readonly HtmlPart[]

/** Markup from a tagged template. Attribute values must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  withoutPromise(template(strings, ...parts))

/** Sound because the library answers a promise only when a part is one, and no part can be. */
const withoutPromise = (written: Html | Promise<Html>): Html => written as Html

/** For texts of ours alone, such as a style whose values were checked; never for what came from outside. */
export const rawHtml = (text: string): Html => raw(text)
