import { useQueryClient } from '@tanstack/react-query'
import { versionOf } from '../../../api/call.ts'
import { changeAll } from '../../../api/change.ts'
import { cardPageBody, definitionBody } from '../page-draft.ts'
import type { CardPage, Definition, PageDraft, Version } from '../page-draft.ts'

interface SavedPage {
  readonly version: Version
  /** The page as it was when the draft began. */
  readonly kept: Definition | CardPage
  readonly statusPageId: string
  readonly draft: PageDraft
  /** Called before what the change shows is read again. */
  readonly onSaved: () => void
}

/** Saves a page as a whole, unless somebody else has changed it since. Throws an ApiError; then nothing is saved. */
export function useSavePage(): (page: SavedPage) => Promise<void> {
  const client = useQueryClient()
  return ({ version, kept, statusPageId, draft, onSaved }) =>
    changeAll(client, async (send) => {
      const tag = versionOf(kept)
      const options = { headers: tag === undefined ? {} : { 'if-match': tag } }
      const params = { statusPageId }
      if (version === 3) await send('updateStatusPageDefinitionV3', { params, body: definitionBody(draft) }, options)
      else await send('updateStatusPageDefinition', { params, body: cardPageBody(draft) }, options)
      onSaved()
    })
}
