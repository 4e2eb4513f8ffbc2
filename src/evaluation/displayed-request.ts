import { redactDeep, redactor } from '#redaction'

/** The request of a task as it is stored: without its assertions, which a result lists, and without secrets. */
export function displayedRequest<R extends { readonly assertions: unknown }>(task: {
  readonly request: R
  readonly secrets: readonly string[]
}): Omit<R, 'assertions'> {
  const { assertions: _, ...request } = task.request
  return redactValues(request, redactor(task.secrets))
}

/** Redacts the values only: the property names are fixed, and a secret may equal one. */
function redactValues<R extends object>(request: R, redact: (text: string) => string): R {
  const entries = Object.entries(request).map(([name, value]) => [name, redactDeep(value, redact)])
  return sameShape<R>(Object.fromEntries(entries))
}

/** The caller guarantees the same property names, each with a value of the same type. */
const sameShape = <R>(value: unknown): R => value as R
