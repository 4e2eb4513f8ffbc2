import { readFileSync } from 'node:fs'
import { anything, either } from './field-tree.ts'
import type { Field, FieldTree } from './field-tree.ts'

export interface PublicFields {
  /** Method and path. */
  readonly operation: string
  /** Parameters of the query by name. */
  readonly query: ReadonlyMap<string, Field>
  readonly body: Field | undefined
  /** By status, errors included; undefined where the answer is not JSON, or an error. */
  readonly answers: ReadonlyMap<string, FieldTree | undefined>
}

function readAll(lines: readonly string[]): PublicFields[] {
  const shapes = new Map<string, FieldTree>()
  const operations: { operation: string; details: string[] }[] = []
  for (const line of lines) {
    const [name = '', ...rest] = line.split(' ')
    if (line.startsWith('#')) shapes.set(name, shapeOf(rest, shapes))
    else if (line.startsWith('  ')) operations.at(-1)?.details.push(line.trim())
    else operations.push({ operation: line, details: [] })
  }
  return operations.map(({ operation, details }) => ({ operation, ...detailsOf(details, shapes) }))
}

type Shapes = ReadonlyMap<string, FieldTree>

function shapeOf([first = '', ...rest]: readonly string[], shapes: Shapes): FieldTree {
  if (first === '[]') return { ...anything, types: new Set(['array']), items: treeOf(rest.join(), shapes) }
  if (first !== '=') return { ...anything, types: new Set(['object']), fields: fieldsOf([first, ...rest], shapes) }
  const types = rest.map((value) => typeof JSON.parse(value))
  return { ...anything, types: new Set(types), values: new Set(rest) }
}

const treeOf = (text: string, shapes: Shapes): FieldTree =>
  text
    .split('|')
    .map((name) => shapes.get(name) ?? { ...anything, types: new Set(name === 'any' ? [] : [name]) })
    .reduce(either)

const fieldsOf = (texts: readonly string[], shapes: Shapes): ReadonlyMap<string, Field> =>
  new Map(
    texts.map((text): [string, Field] => {
      const [name = '', tree = 'any'] = text.split(':')
      return [name.replace('!', ''), { tree: treeOf(tree, shapes), required: name.endsWith('!') }]
    }),
  )

function detailsOf(details: readonly string[], shapes: Shapes): Omit<PublicFields, 'operation'> {
  const isStatus = (detail: string) => /^\d/.test(detail)
  const named = fieldsOf(
    details.filter((detail) => !isStatus(detail)),
    shapes,
  )
  const answers = details.filter(isStatus).flatMap((detail) => {
    const [statuses = '', tree] = detail.split(':')
    return statuses
      .split(' ')
      .map((status): [string, FieldTree | undefined] => [status, tree ? treeOf(tree, shapes) : undefined])
  })
  return {
    query: new Map([...named].flatMap(([name, field]) => (name.startsWith('?') ? [[name.slice(1), field]] : []))),
    body: named.get('body'),
    answers: new Map(answers),
  }
}

/**
 * The operations of the hosted API with their fields, from a file of lines. `#1 name!:string size:#2|null` is an object with
 * a required and an optional field, `#2 = "S" "L"` a list of values, `#3 [] #1` an array. Below each operation are the
 * parameters of its query, its body, and its statuses with what they answer.
 */
export const publicFields: readonly PublicFields[] = readAll(
  readFileSync(new URL('public-fields.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)
