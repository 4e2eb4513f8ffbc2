import { isFields } from '#contract'
import { jsonOf } from '../../counterparts/yaml-documents.ts'
import type { SourceVariable } from '../../counterparts/source-variables.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A request of a collection with what its folders give it. */
export interface Item {
  readonly fields: Fields
  /** Names of the folders, from the outermost. */
  readonly folders: readonly string[]
  /** Its own, that of the nearest folder, or that of the collection. */
  readonly auth: unknown
  /** Scripts of the collection, of its folders and its own, in this order. */
  readonly events: readonly Fields[]
}

export interface Collection {
  readonly name: string
  readonly fields: Fields
  readonly items: readonly Item[]
  /** Folders with keys that are read. */
  readonly folders: readonly { readonly path: readonly string[]; readonly fields: Fields }[]
}

export interface PostmanFiles {
  readonly collections: readonly Collection[]
  /** Of environments and globals. */
  readonly variables: ReadonlyMap<string, SourceVariable>
}

const mostFolders = 60
const mostItems = 10_000

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Reads collections (version 2.0 and 2.1), environments and globals. Throws SourceProblem for anything else. */
export function postmanFiles(files: readonly ImportFile[]): PostmanFiles {
  const given = files.map((file) => ({ path: file.path, value: unwrapped(jsonOf(file), file.path) }))
  const collections = given.filter(({ value }) => Array.isArray(value['item']))
  const environments = given.filter(({ value }) => Array.isArray(value['values']))
  const other = given.find((one) => !collections.includes(one) && !environments.includes(one))
  if (other) throw new SourceProblem(problemOf(other.path, other.value))
  if (collections.length === 0)
    throw new SourceProblem('No file is a collection of Postman: export one as Collection v2.1.')
  // Globals give way to environments.
  const inOrder = environments.toSorted((a, b) => Number(isGlobal(b.value)) - Number(isGlobal(a.value)))
  return {
    collections: collections.map(({ value }) => collectionOf(value)),
    variables: new Map(inOrder.flatMap(({ value }) => variablesIn(value['values']))),
  }
}

const isGlobal = (value: Fields): boolean => value['_postman_variable_scope'] === 'globals'

/** The API of Postman wraps collections and environments. */
function unwrapped(value: unknown, path: string): Fields {
  if (!isFields(value)) throw new SourceProblem(problemOf(path, {}))
  const { collection, environment } = value
  return isFields(collection) ? collection : isFields(environment) ? environment : value
}

const problemOf = (path: string, { requests }: Fields): string =>
  Array.isArray(requests)
    ? `${path} is a collection of version 1: export it as Collection v2.1.`
    : `${path} is neither a collection nor an environment of Postman: export it again as JSON.`

/** `[{ "key", "value", "enabled", "type" }]`; of those that are on. */
export const variablesIn = (list: unknown): readonly (readonly [string, SourceVariable])[] =>
  listOf(list)
    .filter(({ enabled, disabled }) => enabled !== false && disabled !== true)
    .map((one) => [
      textIn(one['key']) || textIn(one['id']),
      { value: textIn(one['value']), isSecret: one['type'] === 'secret' },
    ])

function collectionOf(fields: Fields): Collection {
  const items: Item[] = []
  const folders: { path: readonly string[]; fields: Fields }[] = []
  const { info } = fields
  const name = (isFields(info) ? textIn(info['name']) : '') || 'Collection'
  const look = (list: unknown, above: Omit<Item, 'fields'>): void => {
    for (const one of listOf(list)) {
      const events = [...above.events, ...listOf(one['event'])]
      const auth = one['auth'] === undefined ? above.auth : one['auth']
      const title = textIn(one['name']) || 'unnamed'
      if (!Array.isArray(one['item'])) items.push({ fields: one, folders: above.folders, auth, events })
      else if (above.folders.length >= mostFolders)
        throw new SourceProblem(`Folders are nested more than ${mostFolders} deep.`)
      else {
        const path = [...above.folders, title]
        folders.push({ path, fields: one })
        look(one['item'], { folders: path, auth, events })
      }
      if (items.length > mostItems) throw new SourceProblem(`One import takes at most ${mostItems} requests.`)
    }
  }
  look(fields['item'], { folders: [], auth: fields['auth'], events: listOf(fields['event']) })
  return { name, fields, items, folders }
}
