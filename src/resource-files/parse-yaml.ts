import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Document, Node, Pair, YAMLError } from 'yaml'
import type { Mistake, Path, Position } from './mistake.ts'
import type { Parsed, SourceFile } from './parsed-file.ts'

/** How often aliases may repeat values, so that a small file cannot become a huge one. */
const maxAliases = 200

/**
 * Parses YAML 1.2, of which JSON is a part: anchors and merge keys, no custom tags, one document, no name twice. Every
 * mistake of the syntax is reported.
 */
export function parseYaml({ path, text }: SourceFile): Parsed {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false, logLevel: 'error' })
  const found = [...document.errors, ...document.warnings]
  if (found.length > 0) return { mistakes: firstOfEach(found).map((error) => mistakeOf({ path, text }, error, lines)) }
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases })
    return { file: { path, value, positionOf: (of, part) => positionOf({ document, lines }, of, part) } }
  } catch (error) {
    return { mistakes: [{ file: path, position: null, field: '', message: aliasText(error) }] }
  }
}

const wordings: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'The same name stands here twice.',
  MULTIPLE_DOCS: 'A file holds one document. Move what follows `---` to another file.',
  TAG_RESOLVE_FAILED: 'Tags such as `!name` are not supported.',
}

/** A parser that lost its way reports the rest of the file as unexpected. */
const firstOfEach = (errors: readonly YAMLError[]): readonly YAMLError[] => {
  const isFirst = ({ code }: YAMLError, index: number): boolean =>
    code !== 'UNEXPECTED_TOKEN' || errors.findIndex((error) => error.code === code) === index
  return errors.filter(isFirst)
}

function mistakeOf({ path: file, text }: SourceFile, { code, message, pos }: YAMLError, lines: LineCounter): Mistake {
  const { [code]: wording = `${message.replace(/\.$/, '')}.` } = wordings
  const position = place(lines, pos[0])
  const line = text.split('\n', position.line)[position.line - 1] ?? ''
  const hint = line.includes('${env:') ? ' A text with ${env:…} needs quotes between braces or brackets.' : ''
  return { file, position, field: '', message: `${wording}${hint}` }
}

/** The parser throws for an alias without an anchor, and for more repetitions than allowed. */
function aliasText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.includes('alias count') ? 'Aliases repeat too much here. Write out what they stand for.' : `${text}.`
}

function place(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

interface Source {
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

function positionOf({ document, lines }: Source, path: Path, part: 'name' | 'value' = 'value'): Position | null {
  let at: Step = { name: undefined, value: document.contents }
  for (const name of path) {
    const step = stepInto(document, at.value, name)
    if (step === null) return placeOf(lines, at, 'value')
    at = step
  }
  return placeOf(lines, at, part)
}

function placeOf(lines: LineCounter, { name, value }: Step, part: 'name' | 'value'): Position | null {
  const own = value?.range?.[0] ?? name
  const found = part === 'name' ? (name ?? own) : own
  return found === undefined ? null : place(lines, found)
}

interface Step {
  /** Where its name begins, or the item. */
  readonly name: number | undefined
  readonly value: Node | null
}

function stepInto(document: Document.Parsed, from: Node | null | undefined, name: string | number): Step | null {
  const node = isAlias(from) ? from.resolve(document) : from
  if (isSeq<Node>(node)) {
    const item = node.items[Number(name)]
    return item === undefined ? null : { name: item.range?.[0], value: item }
  }
  if (!isMap<Node, Node | null>(node)) return null
  const pair = node.items.find(({ key }) => keyText(key) === String(name))
  return pair ? { name: pair.key.range?.[0], value: pair.value } : mergedStep(document, node.items, name)
}

/** A name that stands in what `<<` merges. */
function mergedStep(document: Document.Parsed, pairs: readonly Pair<Node, Node | null>[], name: string | number) {
  for (const { key, value } of pairs)
    if (keyText(key) === '<<') {
      const step = stepInto(document, value, name)
      if (step) return step
    }
  return null
}

const keyText = (key: Node): string | null => (isScalar(key) ? String(key.value) : null)
