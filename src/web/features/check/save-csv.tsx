import { Download } from 'lucide-react'
import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { saveResults } from './api.ts'
import type { ExportQuery } from './api.ts'

/** Saves the results that a query finds as a file. */
export function SaveCsv({
  check: { id, name },
  query,
}: {
  readonly check: { readonly id: string; readonly name: string }
  readonly query: ExportQuery
}) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await saveResults(id, query, `${fileNameOf(name)}.csv`)
    } catch (error) {
      toast({ text: messageOf(error) })
    }
    setBusy(false)
  }
  return (
    <Button size="small" kind="ghost" isBusy={isBusy} title={lateTexts.check.csvTitle} onClick={() => void save()}>
      <Download className="ic s" aria-hidden="true" />
      CSV
    </Button>
  )
}

/** Names are hostile: what no file name may have is left out. */
const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80) || 'results'
