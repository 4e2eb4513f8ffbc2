import { writeReason } from '#contract/reasons'
import { findSnippetScripts, findSnippetSizes } from '#storage/checks'
import type { SnippetSize } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { findSnippetNames } from './find-snippet-names.ts'
import { findPartialNames } from './insert-partials.ts'
import type { ScriptSources } from './script-sources.ts'

export const codeLimits = {
  /** Of all scripts, dependencies and snippets of a run together. */
  bytes: 2_000_000,
  snippets: 100,
  /** Names in import statements that may be those of snippets. */
  names: 2000,
}

export interface Snippet {
  readonly id: number
  readonly name: string
  readonly script: string
}

/** The snippets that the scripts of one check import, found step by step, each as often as it is new. */
export class SnippetSearch {
  readonly accountId: string
  readonly found = new Map<number, Snippet>()
  problem: string | null = null
  #bytes: number
  #names = new Set<string>()
  readonly #ids: ReadonlySet<number>
  #next: { readonly names: readonly string[]; readonly ids: readonly number[] }

  constructor(accountId: string, sources: ScriptSources) {
    this.accountId = accountId
    const all = [...sources.setup, ...sources.teardown, ...(sources.file ? [sources.file] : [])]
    const files = new Set(all.flatMap(({ dependencies }) => dependencies))
    const texts = [...all.map(({ script = '' }) => script), ...[...files].map(({ content }) => content)]
    this.#ids = new Set(all.flatMap(({ snippetId }) => snippetId ?? []))
    this.#bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    const names = texts.flatMap((text) => [...findSnippetNames(text, 'script')])
    const partials = sources.file ? [...findPartialNames(sources.file.script ?? '')] : []
    this.#next = { ids: [...this.#ids], names: this.#note([...names, ...partials]) }
    this.#judge()
  }

  /** Whether it depends on snippets, whether they exist or not. */
  get dependsOnSnippets(): boolean {
    return this.#ids.size + this.#names.size > 0
  }

  /** The size in bytes of everything found. */
  get bytes(): number {
    return this.#bytes
  }

  wanted(): { accountId: string; name?: string; id?: number }[] {
    if (this.problem !== null) return []
    const { accountId } = this
    return [
      ...this.#next.names.map((name) => ({ accountId, name })),
      ...this.#next.ids.map((id) => ({ accountId, id })),
    ]
  }

  /** Takes the sizes of what it wanted; returns which of them it needs the scripts of. */
  accept(sizes: ReadonlyMap<string, SnippetSize>): SnippetSize[] {
    const fresh = new Map<number, SnippetSize>()
    for (const key of [...this.#next.names.map(keyOfName), ...this.#next.ids.map(keyOfId)]) {
      const size = sizes.get(key)
      if (size && !this.found.has(size.id)) fresh.set(size.id, size)
    }
    this.#next = { names: [], ids: [] }
    for (const { bytes } of fresh.values()) this.#bytes += bytes
    this.#judge(fresh.size)
    return this.problem === null ? [...fresh.values()] : []
  }

  /** Takes a script it needed, and looks for what it imports. */
  add(snippet: Snippet): void {
    this.found.set(snippet.id, snippet)
    // One that is a script of the check is next to the folder of snippets, and may be imported as well.
    const names = [
      ...findSnippetNames(snippet.script, 'snippet'),
      ...(this.#ids.has(snippet.id) ? findSnippetNames(snippet.script, 'script') : []),
      ...findPartialNames(snippet.script),
    ]
    this.#next = { ids: [], names: [...this.#next.names, ...this.#note(names)] }
    this.#judge()
  }

  #note(names: readonly string[]): string[] {
    const fresh = [...new Set(names)].filter((name) => !this.#names.has(name))
    for (const name of fresh) this.#names.add(name)
    return fresh
  }

  #judge(coming = 0): void {
    const { bytes, snippets, names } = codeLimits
    if (this.#bytes > bytes) this.problem ??= writeReason('CODE_TOO_LARGE', { bytes })
    if (this.found.size + coming > snippets) this.problem ??= writeReason('SNIPPETS_TOO_MANY', { count: snippets })
    if (this.#names.size > names) this.problem ??= writeReason('PATHS_TOO_MANY', { count: names })
  }
}

const keyOfName = (name: string): string => `name:${name}`
const keyOfId = (id: number): string => `id:${id}`

/** Completes the searches of many checks. One round for each step from snippet to snippet, whatever their number. */
export async function completeSearches(db: Queryable, searches: readonly SnippetSearch[]): Promise<void> {
  for (;;) {
    const wanted = searches.flatMap((search) => search.wanted())
    if (wanted.length === 0) return
    const sizes = Map.groupBy(await findSnippetSizes(db, distinct(wanted)), ({ accountId }) => accountId)
    const needed = searches.map((search) => ({ search, snippets: search.accept(byKey(sizes.get(search.accountId))) }))
    const rows = new Map(needed.flatMap(({ snippets }) => snippets.map((snippet) => [snippet.id, snippet])))
    const scripts = await findSnippetScripts(db, [...rows.values()])
    for (const { search, snippets } of needed)
      for (const { id, name } of snippets) search.add({ id, name, script: scripts.get(id) ?? '' })
  }
}

type Wanted = ReturnType<SnippetSearch['wanted']>

const distinct = (wanted: Wanted): Wanted => [
  ...new Map(wanted.map((one) => [`${one.accountId}/${one.id ?? ''}/${one.name ?? ''}`, one])).values(),
]

const byKey = (sizes: readonly SnippetSize[] = []): Map<string, SnippetSize> =>
  new Map(sizes.flatMap((size) => [[keyOfName(size.name), size] as const, [keyOfId(size.id), size] as const]))
