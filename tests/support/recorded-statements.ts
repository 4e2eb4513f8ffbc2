import { anyArgument } from './any-argument.ts'
import type { CallPlace } from './declared-rows.ts'

/** Texts of statements, each with the calls that led to it: every list begins with the call that runs the statement. */
export type RecordedStatements = Map<string, CallPlace[][]>

const moreArgumentsThanAny = 8
/** Of the event loop; what a function calls here answers at once, files aside. */
const mostTurns = 200
/** What stands before a query that is read in portions. */
const cursor = /^declare \w+ no scroll cursor for (?=\s*select)/
/** These cannot be prepared; neither can a cursor for an argument that is no query. */
const ofCursors = /^(?:fetch|close|declare \w+ no scroll cursor for (?!\s*select)) ?/

/** The texts of all statements that the functions of a module make of arguments of every kind. Nothing is run. */
export async function recordStatements(
  module: Readonly<Record<string, unknown>>,
  recorded: RecordedStatements,
): Promise<void> {
  for (const exported of Object.values(module)) {
    if (!isFunction(exported)) continue
    for (const rows of [[], [anyArgument()]])
      for (const argument of [anyArgument(), undefined, null, [], {}, 'anything']) {
        const given: unknown[] = [recorder(recorded, rows)]
        while (given.length < moreArgumentsThanAny) given.push(argument)
        await callEnds(exported, given)
      }
  }
}

/** Stands for a connection: remembers what it is asked and answers with these rows. */
function recorder(recorded: RecordedStatements, rows: readonly unknown[]): object {
  const record = (text: unknown) => {
    if (typeof text === 'string' && !ofCursors.test(text)) {
      const statement = text.replace(cursor, '')
      recorded.set(statement, [...(recorded.get(statement) ?? []), callers()])
    }
    return Promise.resolve({ rows, rowCount: rows.length })
  }
  const connection = {
    query: record,
    named: (_name: string, text: unknown) => record(text),
    rows: async (text: unknown) => (await record(text)).rows,
    namedRows: async (_name: string, text: unknown) => (await record(text)).rows,
    transaction: (work: (tx: object) => unknown) => work(connection),
    session: (work: (session: object) => unknown) => work(connection),
  }
  return connection
}

/** The calls under way in this repository's sources, the innermost first. */
function callers(): CallPlace[] {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50
  const stack = new Error('where this was called').stack ?? ''
  Error.stackTraceLimit = limit
  return [...stack.matchAll(/(?:file:\/\/)?(\/[^():]*\/src\/[^():]*):(\d+):(\d+)/g)].map(
    ([, file = '', line, column]) => ({
      file,
      line: Number(line),
      column: Number(column),
    }),
  )
}

/** Functions may fail or wait for ever on such arguments; the statements before that are what is wanted. */
async function callEnds(called: CallableFunction, given: readonly unknown[]): Promise<void> {
  const call = async (): Promise<unknown> => {
    const result: unknown = Reflect.apply(called, undefined, given)
    return isGenerator(result) ? result.next() : result
  }
  let hasEnded = false
  const end = (): void => void (hasEnded = true)
  call().then(end, end)
  for (let turns = 0; (turns < mostTurns || isReadingFiles()) && !hasEnded; turns += 1)
    await new Promise((resolve) => setImmediate(resolve))
}

const isReadingFiles = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

const isFunction = (value: unknown): value is CallableFunction =>
  typeof value === 'function' && !String(value).startsWith('class')

const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value && 'next' in value
