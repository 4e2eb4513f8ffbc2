import { Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { saveReport } from './api.ts'
import type { ReportQuery, useReport } from './api.ts'

const words = lateTexts.reports

interface ActionsProps {
  readonly query: ReportQuery
  readonly list: ReturnType<typeof useReport>
}

/** Takes the whole report elsewhere: as CSV, on paper, or as PDF by the print dialog of the browser. */
export function ReportActions({ query, list }: ActionsProps) {
  const [busy, setBusy] = useState<'csv' | 'print' | null>(null)
  const during = async (name: 'csv' | 'print', work: () => Promise<void>): Promise<void> => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      toastError(error)
    }
    setBusy(null)
  }
  const [isRead, setRead] = useState(false)
  const print = async (): Promise<void> => {
    for (let read = list; read.hasNextPage;) read = await read.fetchNextPage({ throwOnError: true })
    setRead(true)
  }
  // Not before the last rows are drawn, with which the list has no further page.
  useEffect(() => {
    if (!isRead || list.hasNextPage) return
    setRead(false)
    window.print()
  }, [isRead, list.hasNextPage])
  const name = `${words.title.toLowerCase()}-${query.from?.slice(0, 10)}.csv`
  return (
    <>
      <Button
        isBusy={busy === 'csv'}
        title={words.csvTitle}
        onClick={() => void during('csv', () => saveReport(query, name))}
      >
        <Download className="ic s" aria-hidden="true" />
        {words.csv}
      </Button>
      <Button isBusy={busy === 'print'} onClick={() => void during('print', print)}>
        <Printer className="ic s" aria-hidden="true" />
        {words.print}
      </Button>
    </>
  )
}
