import type { Answer, Input } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'

export type BackTest = Answer<'backTestCheck'>
export type TimeLine = NonNullable<BackTest['timeLines']>['now']
type Body = Input<'backTestCheck'>['body']

const staleMs = 60_000

/** A back-test of settings on the history of a check; nothing is asked before there is a body. */
export const useBackTest = (id: string, body: Body | null) =>
  useOperation('backTestCheck', { params: { id }, body: body ?? {} }, { enabled: body !== null, staleMs })

/** The settings that a check runs with, when something else is based on them. */
export const useBaseSettings = (id: string, isWanted: boolean) =>
  useOperation('getEffectiveSettings', { params: { id } }, { enabled: isWanted, staleMs: Number.POSITIVE_INFINITY })
