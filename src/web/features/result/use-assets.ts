import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { openUrl } from './open-url.ts'

export type Asset = Answer<'listCheckResultAssets'>['assets'][number]
type Run = Pick<Answer<'getCheckResult'>, 'id' | 'checkId'>

const none: readonly Asset[] = []

/** The files of a run; none while they are read. Their links work for an hour. */
export const useAssets = ({ id, checkId }: Run): readonly Asset[] =>
  useOperation('listCheckResultAssets', { params: { checkId, checkResultId: id } }, { staleMs: 300_000 }).data
    ?.assets ?? none

/** Where a file opens in a separate tab; null where it does not. */
export const opens = ({ viewUrl }: Asset): string | null => openUrl(viewUrl, location)
