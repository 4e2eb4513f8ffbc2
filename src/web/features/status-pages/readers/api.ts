import { useQueryClient } from '@tanstack/react-query'
import { changeAll } from '../../../api/change.ts'
import type { Answer, Input } from '../../../api/operations.ts'
import { useChange, useOperation } from '../../../api/use-operation.ts'
import type { Imported } from '../api.ts'

export type Reader = Answer<'listStatusPageReaders'>['entries'][number]

/** Who may read a private page. */
export const useReaders = (statusPageId: string) => useOperation('listStatusPageReaders', { params: { statusPageId } })
export const useRemoveReader = () => useChange('removeStatusPageReader')
export const useDeletePassword = () => useChange('deleteStatusPagePassword')

/** So many addresses are added by one request. */
const batchSize = 100

type NewReaders = Input<'addStatusPageReaders'>['body']

/** Adds readers, some at a time. Throws an ApiError; those before stay. */
export function useAddReaders(statusPageId: string): (given: NewReaders) => Promise<Imported> {
  const client = useQueryClient()
  return ({ emails, sendInvitations = true }) =>
    changeAll(client, async (send) => {
      let [created, skipped] = [0, 0]
      for (let done = 0; done < emails.length; done += batchSize) {
        const body = { emails: emails.slice(done, done + batchSize), sendInvitations }
        const added = await send('addStatusPageReaders', { params: { statusPageId }, body })
        created += added.created
        skipped += added.skipped
      }
      return { created, skipped }
    })
}
