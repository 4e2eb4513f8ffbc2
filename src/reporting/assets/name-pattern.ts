import { RE2JS } from 're2js'

/** The regular expression of each part of a glob pattern; `@` stands for the part itself. */
const parts = /\\([\s\S])|(\*+)|(\?)|\[([!^]?)((?:\\[\s\S]|[^\]\\])+)\]|\{([^{}]*)\}|([\s\S])/gu

/**
 * Whether a name matches a glob pattern: `*` any characters, `?` one, `[abc]` one of these, `[!abc]` one of no others,
 * `{a,b}` either, `\` the next character literally. Matching takes linear time, which maintained glob libraries do not
 * promise.
 */
export function namePattern(glob: string): (name: string) => boolean {
  const compiled = RE2JS.compile(`^(?:${sourceOf(glob)})$`, RE2JS.DOTALL)
  return (name) => compiled.matches(name)
}

const sourceOf = (glob: string): string =>
  [...glob.matchAll(parts)]
    .map(([, escaped, stars, one, negation, members, choices, plain]) => {
      if (stars !== undefined) return '.*'
      if (one !== undefined) return '.'
      if (members !== undefined) return `[${negation ? '^' : ''}${membersOf(members)}]`
      if (choices !== undefined) return `(?:${choices.split(',').map(sourceOf).join('|')})`
      return RE2JS.quote(escaped ?? plain ?? '')
    })
    .join('')

/** A reversed range is empty; its ends match literally. */
const membersOf = (members: string): string =>
  [...members.matchAll(/\\?([\s\S])(?:-\\?([\s\S]))?/gu)]
    .map(([, from = '', to]) => {
      if (to === undefined) return literal(from)
      return codeOf(from) <= codeOf(to) ? `${literal(from)}-${literal(to)}` : `${literal(from)}\\-${literal(to)}`
    })
    .join('')

const literal = (character: string): string =>
  /\w/.test(character) ? character : `\\x{${codeOf(character).toString(16)}}`
const codeOf = (character: string): number => character.codePointAt(0) ?? 0
