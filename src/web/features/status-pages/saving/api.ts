import { useQueryClient } from '@tanstack/react-query'
import { versionOf } from '../../../api/call.ts'
import { changeAll } from '../../../api/change.ts'
import type { Change } from '../../../api/change.ts'
import type { Input } from '../../../api/operations.ts'
import { readOf } from '../../../api/use-operation.ts'
import { cardPageBody, chartedId, definitionBody, displayBody } from '../page-draft.ts'
import type { CardPage, Definition, Display, PageDraft, Version } from '../page-draft.ts'

interface SavedPage {
  readonly version: Version
  /** The page as it was when the draft began. */
  readonly kept: Definition | CardPage
  readonly display: Display
  readonly statusPageId: string
  readonly before: PageDraft
  readonly draft: PageDraft
  /** Called before what the change shows is read again. */
  readonly onSaved: () => void
}

/** Saves a page as a whole, unless somebody else has changed it since. Throws an ApiError. */
export function useSavePage(): (page: SavedPage) => Promise<void> {
  const client = useQueryClient()
  return (page) =>
    changeAll(client, async (send) => {
      const known = new Set(page.before.parts.map(chartedId))
      const isKnown = (id: string) => known.has(id)
      const isSame = (body: object) => JSON.stringify(body) === JSON.stringify(displayBody(page.before, isKnown))
      let { display } = page
      const saveDisplay = async (body: DisplayBody): Promise<void> => {
        const input = { params: { statusPageId: page.statusPageId } }
        await send('updateStatusPageDisplay', { ...input, body }, { headers: ifMatch(display) })
        // The form begins again with it when the page is read again, and what is saved next is compared with it.
        display = await client.fetchQuery({ ...readOf('getStatusPageDisplay', input), staleTime: 0 })
      }
      const first = displayBody(page.draft, isKnown)
      if (!isSame(first)) await saveDisplay(first)
      const ids = await saveParts(send, page)
      const parts = page.draft.parts.map((part, index) => ({ ...part, id: ids[index] ?? part.id }))
      const all = displayBody({ ...page.draft, parts }, () => true)
      if (all.charts?.length !== first.charts?.length) await saveDisplay(all)
      page.onSaved()
    })
}

type DisplayBody = Input<'updateStatusPageDisplay'>['body']

/** Has a change refused when somebody else has changed since what was read. */
function ifMatch(read: object): Readonly<Record<string, string>> {
  const tag = versionOf(read)
  return tag === undefined ? {} : { 'if-match': tag }
}

/** Saves settings and parts. Answers the ids of components, in their order. */
async function saveParts(send: Change, { version, kept, statusPageId, draft }: SavedPage): Promise<readonly string[]> {
  const headers = ifMatch(kept)
  const params = { statusPageId }
  if (version === 3) {
    const body = definitionBody(draft)
    const { components } = await send('updateStatusPageDefinitionV3', { params, body }, { headers })
    return components.map(({ id }) => id)
  }
  await send('updateStatusPage', { params, body: cardPageBody(draft) }, { headers })
  return []
}
