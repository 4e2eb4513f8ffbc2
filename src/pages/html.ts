import { html as template, raw } from 'hono/html'

/** Markup in which all external input is escaped. Only `html` and `rawHtml` create it. */
export type Html = Exclude<ReturnType<typeof template>, Promise<unknown>>

/**
 * The values of a template: strings are escaped, markup is not, nothing is written for null, undefined and booleans.
 */
export type HtmlPart = string | number | boolean | null | undefined | Html | readonly HtmlPart[]

/** Markup from a tagged template. Attribute values must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  withoutPromise(template(narrowed(strings), ...parts))

const narrow = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/** Without indentation, which would be a third of a page. What is put into a template stays as it is. */
function narrowed(strings: TemplateStringsArray): TemplateStringsArray {
  const known = narrow.get(strings)
  if (known !== undefined) return known
  const made = Object.assign(
    strings.map((part) => part.replaceAll(/\n\s+/g, '\n')),
    { raw: strings.raw },
  )
  narrow.set(strings, made)
  return made
}

/** The cast is safe because the library returns a promise only when a part is one, and no part can be. */
const withoutPromise = (written: Html | Promise<Html>): Html => written as Html

/** For trusted strings alone, such as a style whose values were validated; never for external input. */
export const rawHtml = (text: string): Html => raw(text)
