import { writeReason } from '#contract/reasons'
const partial =
  /\{\{>\s*(?:"([^"\n]{1,255})"|'([^'\n]{1,255})'|([^\s{}"'=]{1,255}))((?:\s+[\w.-]{1,100}=(?:"[^"\n]{0,4096}"|'[^'\n]{0,4096}'|[^\s{}"']{1,4096})){0,50})\s*\}\}/g
const argument = /([\w.-]{1,100})=(?:"([^"\n]{0,4096})"|'([^'\n]{0,4096})'|([^\s{}"']{1,4096}))/g

/** How deeply partials may contain others, and how many are inserted into one script. */
const deepest = 10
const most = 200

/** The names of the snippets that `{{> name}}` in a script inserts. */
export const findPartialNames = (script: string): Set<string> =>
  new Set(script.includes('{{>') ? [...script.matchAll(partial)].map(nameOf) : [])

const nameOf = ([, inDouble, inSingle, bare]: RegExpMatchArray): string => inDouble ?? inSingle ?? bare ?? ''

/**
 * Replaces each `{{> name key="value"}}` by the snippet of that name, in which `{{key}}` becomes the value. A partial
 * that no snippet has the name of stays as it is. Returns a problem for partials that contain themselves, and for a
 * result over `maxLength` characters.
 */
export function insertPartials(
  script: string,
  snippets: ReadonlyMap<string, string>,
  maxLength: number,
): { readonly script: string } | { readonly problem: string } {
  let text = script
  let inserted = 0
  for (let depth = 0; depth <= deepest; depth += 1) {
    if (![...findPartialNames(text)].some((name) => snippets.has(name))) return { script: text }
    const pieces: string[] = []
    let [at, length] = [0, 0]
    for (const match of text.matchAll(partial)) {
      const snippet = snippets.get(nameOf(match))
      if (snippet === undefined) continue
      const piece = filled(snippet, argumentsOf(match[4] ?? ''))
      pieces.push(text.slice(at, match.index), piece)
      at = match.index + match[0].length
      inserted += 1
      length += piece.length
      if (inserted > most) return { problem: writeReason('PARTIALS_TOO_MANY', { count: most }) }
      if (length > maxLength) return { problem: writeReason('PARTIALS_TOO_LONG', { count: maxLength }) }
    }
    text = pieces.join('') + text.slice(at)
  }
  return { problem: writeReason('PARTIALS_NESTED', { count: deepest }) }
}

const argumentsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(argument)].map(([, key = '', inDouble, inSingle, bare]) => [
      key,
      inDouble ?? inSingle ?? bare ?? '',
    ]),
  )

const filled = (snippet: string, values: ReadonlyMap<string, string>): string =>
  values.size === 0
    ? snippet
    : snippet.replaceAll(/\{\{\{?\s*([\w.-]{1,100})\s*\}?\}\}/g, (tag, key: string) => values.get(key) ?? tag)
