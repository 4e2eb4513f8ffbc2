import { ApiError } from '../../api/api-error.ts'
import { language } from '../../language.ts'

/** The labels of the fields of a form, by their paths in a body. */
export type FieldLabels = Readonly<Partial<Record<string, string>>>

const quoted = (label: string): string => (language === 'de' ? `„${label}“` : `“${label}”`)

/** Paths such as `startsAt` are no words of a sentence; `name` can be one, except where a sentence of a field begins. */
const isDistinct = (path: string): boolean => /[a-z][A-Z]|[.]/.test(path)

function patternOf(paths: readonly string[]): RegExp {
  const inOrder = paths.toSorted((a, b) => b.length - a.length).map((path) => path.replaceAll('.', String.raw`\.`))
  const [distinct, others] = [true, false].map((is) =>
    inOrder.filter((path) => isDistinct(path.replaceAll('\\', '')) === is).join('|'),
  )
  const [some, more] = [distinct || '(?!)', others || '(?!)']
  return new RegExp(String.raw`(?<![\w.])(?:${some})(?![\w[]|\.\w)|(?<=^|; )(?:${more})(?= )`, 'g')
}

/** An error of the service in the words of a form: the labels of its fields in place of their names in the API. */
export function withLabels(error: unknown, labels: FieldLabels): unknown {
  const paths = Object.keys(labels)
  if (!(error instanceof ApiError) || paths.length === 0) return error
  const pattern = patternOf(paths)
  const named = (text: string): string => text.replaceAll(pattern, (path) => quoted(labels[path] ?? path))
  return new ApiError(error.status, named(error.message), {
    code: error.code,
    retryAfter: error.retryAfter,
    fields: Object.fromEntries(Object.entries(error.fields).map(([path, text]) => [path, named(text)])),
  })
}
