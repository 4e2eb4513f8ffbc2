import { isFields } from '#contract'

type Fields = Readonly<Record<string, unknown>>

const deepest = 30

/**
 * The value that a `$ref` leads to, within the same document or in another file of the import; references are followed on demand, so
 * that circles need no memory. Null for one that leads nowhere, out of the files, or round in a circle.
 */
export class References {
  readonly #documents: ReadonlyMap<string, unknown>

  /** Documents by the paths of their files. */
  constructor(documents: ReadonlyMap<string, unknown>) {
    this.#documents = documents
  }

  resolve(value: unknown, path: string, depth = 0): { readonly value: Fields; readonly path: string } | null {
    if (!isFields(value)) return null
    const { $ref: reference } = value
    if (typeof reference !== 'string') return { value, path }
    if (depth > deepest) return null
    const [file = '', pointer = ''] = reference.split('#', 2)
    const target = file === '' ? path : besides(path, file)
    const document = this.#documents.get(target)
    return this.resolve(at(document, pointer), target, depth + 1)
  }
}

/** The path of a file beside another, without `.` and `..`. */
function besides(path: string, file: string): string {
  const parts: string[] = path.split('/').slice(0, -1)
  for (const part of file.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** A JSON pointer (RFC 6901) of a reference. */
function at(document: unknown, pointer: string): unknown {
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = (isFields(value) || Array.isArray(value)) && Object.hasOwn(value, name) ? Object(value)[name] : undefined
  }
  return value
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
