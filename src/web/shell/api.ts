import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import type { Answer, Input } from '../api/operations.ts'
import { useChange, useOperation } from '../api/use-operation.ts'

export type Found = Answer<'search'>['entries'][number]

const foundAtMost = 6

/** Resources whose name contains the text; an empty text is not searched. */
export const useFound = (text: string): readonly Found[] =>
  useOperation('search', { query: { text, limit: foundAtMost } }, { enabled: text !== '', keepsPrevious: true }).data
    ?.entries ?? []

export const useCreateAccount = (): UseMutationResult<Answer<'createAccount'>, ApiError, Input<'createAccount'>> =>
  useChange('createAccount')

export const signOut = (): Promise<void> => call('signOut')
