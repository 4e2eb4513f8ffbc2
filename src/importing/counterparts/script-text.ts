/** A literal of JavaScript for a text; references such as `{{NAME}}` are variables of the environment of scripts. */
export function literal(text: string): string {
  const parts = text.split(/(?<!\\)\{\{\{?([A-Za-z_]\w*)\}?\}\}/)
  const written = parts.map((part, index) =>
    index % 2 === 0 ? JSON.stringify(part.replaceAll('\\{{', '{{')) : `(process.env.${part} ?? '')`,
  )
  const kept = written.filter((part, index) => part !== '""' || (written.length === 1 && index === 0))
  return kept.length === 0 ? '""' : kept.join(' + ').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** An object of texts as JavaScript. */
export const literalOf = (fields: readonly (readonly [string, string])[]): string =>
  `{ ${fields.map(([name, value]) => `[${JSON.stringify(name)}]: ${literal(value)}`).join(', ')} }`

/** Lines below a level of indentation. */
export const indented = (text: string, spaces = 2): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `${' '.repeat(spaces)}${line}`))
    .join('\n')
