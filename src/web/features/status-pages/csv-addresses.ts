const address =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/
const longest = 254

interface WrongLine {
  /** From 1. */
  readonly line: number
  readonly text: string
}

interface ReadAddresses {
  readonly addresses: readonly string[]
  /** How many more often than once. */
  readonly repeated: number
  /** Lines without an address. */
  readonly wrong: readonly WrongLine[]
}

const cellsOf = (line: string): readonly string[] =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

const isAddress = (text: string): boolean => text.length <= longest && address.test(text)

/** The mail addresses of a text: the first of each line, in whichever column; a first line without one names the columns. */
export function readAddresses(text: string): ReadAddresses {
  const lines = text.replace(/^\u{feff}/u, '').split(/\r\n|\r|\n/)
  const found = new Map<string, string>()
  const wrong: WrongLine[] = []
  let repeated = 0
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const given = cellsOf(line).find(isAddress)
    if (given === undefined) wrong.push({ line: index + 1, text: line.trim() })
    else if (found.has(given.toLowerCase())) repeated += 1
    else found.set(given.toLowerCase(), given)
  }
  const [first, ...others] = wrong
  const isHeading = first?.line === 1 && !first.text.includes('@') && found.size > 0
  return { addresses: [...found.values()], repeated, wrong: isHeading ? others : wrong }
}
