import { isUuid } from '#kernel'
import type { Caller } from '#kernel'
import type { CheckDefinition } from '#contract'
import { findGoldenFiles, findLastResultId } from '#storage/checks'
import type { GoldenFileRow } from '#storage/checks'
import { listArtifacts } from '#storage/runs'
import type { Store } from '#storage/database'
import { listAssets } from './assets/list-assets.ts'
import type { ListedAsset } from './assets/list-assets.ts'

type Settings = CheckDefinition['settings']
type Snapshots = NonNullable<Settings['snapshots']>

export interface FileComparison {
  readonly path: string
  readonly expected: ListedAsset | null
  readonly actual: ListedAsset
  readonly difference: ListedAsset | null
}

export interface GoldenFilesOfCheck {
  readonly files: readonly { readonly path: string; readonly key: string; readonly row: GoldenFileRow | null }[]
  readonly resultId: string | null
  readonly comparisons: readonly FileComparison[]
}

const isActual = /^(?<stem>.+)-actual(?<ending>\.[^.]+)$/

/**
 * The golden files of a check, and what differs from them in a result; the last one by default. Throws CHECK_NOT_FOUND and
 * CHECK_RESULT_NOT_FOUND.
 */
export async function getGoldenFilesOfCheck(
  store: Store,
  { accountId, nowMs }: Caller,
  { id: checkId, settings }: Pick<CheckDefinition, 'id' | 'settings'>,
  asked: string | undefined,
): Promise<GoldenFilesOfCheck> {
  const snapshots = settings.snapshots ?? []
  const resultId = asked ?? (await findLastResultId(store.db, accountId, checkId))
  const stored = await findGoldenFiles(
    store.db,
    accountId,
    snapshots.flatMap(({ key }) => (isUuid(key) ? [key] : [])),
  )
  const rowOf = new Map(stored.map((row) => [row.id, row]))
  const files = snapshots
    .map(({ path, key }) => ({ path, key, row: rowOf.get(key) ?? null }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  if (resultId === null) return { files, resultId, comparisons: [] }
  const key = { accountId, checkId, resultId, testSessionId: null }
  const assets = new Map((await listAssets(store, { nowMs }, key, {})).map((asset) => [asset.name, asset]))
  const hashes = new Map((await listArtifacts(store.db, accountId, resultId)).map(({ name, sha256 }) => [name, sha256]))
  const comparisons = [...assets.values()].flatMap((actual) => {
    const { stem = null, ending = '' } = isActual.exec(actual.name)?.groups ?? {}
    if (stem === null) return []
    const expected = assets.get(`${stem}-expected${ending}`) ?? null
    const hash = expected && hashes.get(expected.name)
    const known = files.filter(({ row }) => row !== null && row.sha256 === hash).map(({ path }) => path)
    const path = pathOf(`${stem.split('/').at(-1) ?? stem}`, ending, { settings, snapshots, known })
    return [{ path, expected, actual, difference: assets.get(`${stem}-diff${ending}`) ?? null }]
  })
  return { files, resultId, comparisons }
}

interface Paths {
  readonly settings: Settings
  readonly snapshots: Snapshots
  /** Of the golden files with the content that was expected. */
  readonly known: readonly string[]
}

/** The golden file that was compared: of the same content and name, else of the name; a new one is beside the script. */
function pathOf(stem: string, ending: string, { settings, snapshots, known }: Paths): string {
  const isNamed = (path: string): boolean => {
    const name = path.split('/').at(-1) ?? path
    return name.endsWith(ending) && (name === `${stem}${ending}` || name.startsWith(`${stem}-`))
  }
  const exact = known.find(isNamed) ?? known[0] ?? snapshots.map(({ path }) => path).find(isNamed)
  return exact ?? `${settings.scriptPath ?? 'check.spec.ts'}-snapshots/${stem}-linux${ending}`
}
