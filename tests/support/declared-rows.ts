import { join } from 'node:path'
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Project, Type } from 'typescript/unstable/sync'
import { isCallExpression, isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast'
import type { CallExpression, Node } from 'typescript/unstable/ast'

/** A call in a source file: the path, and line and column of the name that is called, both from 1. */
export interface CallPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface DeclaredProperty {
  readonly name: string
  readonly isOptional: boolean
  readonly acceptsNull: boolean
  /** What the type is apart from null, for example `string` or `Date[]`; `any` for what is not compared. */
  readonly value: string
}

/** The rows that a call declares: its properties, or that they are a type parameter, which its caller decides. */
export type DeclaredRow = readonly DeclaredProperty[] | 'given by the caller'

export interface DeclaredRows {
  readonly rowOf: (place: CallPlace) => DeclaredRow
  /** The calls of `query`, `named`, `rows` and `namedRows` in a file that declare properties of their rows. */
  readonly callsIn: (file: string) => readonly { readonly place: CallPlace; readonly text: string }[]
  readonly close: () => void
}

const root = join(import.meta.dirname, '../..')
const config = join(root, 'tsconfig.json')
const runningStatements = new Set(['query', 'named', 'rows', 'namedRows'])
/** Rows arrive in these, as their first type argument. */
const containers = new Set(['Promise', 'Array', 'ReadonlyArray', 'StatementResult', 'CountedPage'])

/** Reads the types of calls from the compiler, which is started for it. */
export function openDeclaredRows(): DeclaredRows {
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error(`The compiler does not open ${config}.`)
  const callsOf = rememberedCalls(project)
  const values = rememberedValues(project.checker)
  const rows = new Map<CallExpression, DeclaredRow>()
  const rowOfCall = (call: CallExpression): DeclaredRow => {
    const row = rows.get(call) ?? declaredRow(project.checker, values, call)
    rows.set(call, row)
    return row
  }
  return {
    rowOf: ({ file, line, column }) => {
      const found = callsOf(file).find(({ place }) => place.line === line && place.column === column)
      if (found === undefined) throw new Error(`No call stands at ${file}:${line}:${column}.`)
      return rowOfCall(found.call)
    },
    callsIn: (file) =>
      callsOf(file)
        .filter(({ name, call }) => runningStatements.has(name) && declaresProperties(rowOfCall(call)))
        .map(({ place, call }) => ({ place, text: call.getText() })),
    close: () => api.close(),
  }
}

const declaresProperties = (row: DeclaredRow): boolean => typeof row !== 'string' && row.length > 0

interface FoundCall {
  readonly name: string
  readonly place: CallPlace
  readonly call: CallExpression
}

function rememberedCalls(project: Project): (file: string) => FoundCall[] {
  const known = new Map<string, FoundCall[]>()
  return (file) => {
    const calls = known.get(file) ?? findCalls(project, file)
    known.set(file, calls)
    return calls
  }
}

function findCalls({ program }: Project, file: string): FoundCall[] {
  const source = program.getSourceFile(file)
  if (source === undefined) throw new Error(`The compiler does not know ${file}.`)
  const calls: FoundCall[] = []
  const visit = (node: Node): void => {
    const name = isCallExpression(node) ? calledName(node) : null
    if (isCallExpression(node) && name !== null) {
      const before = source.text.slice(0, name.end - name.text.length).split('\n')
      const column = (before.at(-1)?.length ?? 0) + 1
      calls.push({ name: name.text, place: { file, line: before.length, column }, call: node })
    }
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return calls
}

function calledName({ expression }: CallExpression): { readonly text: string; readonly end: number } | null {
  const name = isPropertyAccessExpression(expression) ? expression.name : expression
  return isIdentifier(name) ? name : null
}

function declaredRow(checker: Checker, values: Values, call: CallExpression): DeclaredRow {
  const type = checker.getTypeAtLocation(call)
  const row = type && contentOf(checker, type)
  if (row === undefined) return []
  if (row.isTypeParameter()) return 'given by the caller'
  const properties = checker.getPropertiesOfType(row)
  const types = checker.getTypeOfSymbol(properties)
  return properties.map(({ name, flags }, index) => ({
    name,
    isOptional: (flags & SymbolFlags.Optional) !== 0,
    ...values(types[index] ?? checker.getUnknownType()),
  }))
}

/** The rows in a promise of a list, a page or a result of them, or in a single one that may be missing. */
function contentOf(checker: Checker, type: Type): Type {
  const some = checker.getNonNullableType(type) ?? type
  if (!some.isTypeReference() || !containers.has(some.getSymbol()?.name ?? '')) return some
  const [content] = checker.getTypeArguments(some)
  return content === undefined ? some : contentOf(checker, content)
}

type Values = (declared: Type) => Pick<DeclaredProperty, 'acceptsNull' | 'value'>

/** Each question to the compiler is a round trip, and most properties share a few types. */
function rememberedValues(checker: Checker): Values {
  const known = new Map<number, ReturnType<Values>>()
  return (declared) => {
    const value = known.get(declared.id) ?? {
      acceptsNull: isAnything(declared) || checker.isTypeAssignableTo(checker.getNullType(), declared),
      value: valueOf(checker, declared),
    }
    known.set(declared.id, value)
    return value
  }
}

const isAnything = (type: Type): boolean => (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0

function valueOf(checker: Checker, declared: Type): string {
  const type = checker.getNonNullableType(declared) ?? declared
  if (isAnything(type)) return 'any'
  const primitives = [checker.getStringType(), checker.getNumberType(), checker.getBooleanType()]
  const primitive = primitives.find((known) => checker.isTypeAssignableTo(type, known))
  if (primitive !== undefined) return checker.typeToString(primitive)
  const name = type.getSymbol()?.name ?? ''
  if (!type.isTypeReference() || !['Array', 'ReadonlyArray'].includes(name)) return name
  const [item] = checker.getTypeArguments(type)
  return `${item === undefined ? 'any' : valueOf(checker, item)}[]`
}
