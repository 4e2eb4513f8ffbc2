import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveContent } from '../../api/save-content.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { readSubscribers } from './api.ts'
import type { PageSummary } from './api.ts'
import { partWithId } from './page-draft.ts'
import type { Part } from './page-draft.ts'
import { subscribersCsv } from './subscribers-csv.ts'

const words = lateTexts.statusPages.subscribers

interface ExportSubscribersProps {
  readonly summary: Pick<PageSummary, 'version' | 'id' | 'url'>
  readonly parts: readonly Part[]
}

/** Saves all subscribers of a page as a file, whatever the list is filtered by. */
export function ExportSubscribers({ summary: { version, id: pageId, url }, parts }: ExportSubscribersProps) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    const nameOf = (id: string) => partWithId(parts, id)?.name ?? null
    await readSubscribers(version, pageId).then(
      (all) => saveContent(new Blob([subscribersCsv(all, nameOf)], { type: 'text/csv' }), `${url}-subscribers.csv`),
      toastError,
    )
    setBusy(false)
  }
  return (
    <Button size="small" kind="ghost" isBusy={isBusy} title={words.exportTitle} onClick={() => void save()}>
      <Download className="ic s" aria-hidden="true" />
      CSV
    </Button>
  )
}
