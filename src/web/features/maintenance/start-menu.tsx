import { Play } from 'lucide-react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { useWindowChanges } from './api.ts'

const words = lateTexts.maintenanceWindows
const minuteMs = 60_000
const lengths = [15, 30, 60, 120, 240, 480] as const

/** Starts a maintenance of a window now, for a chosen time. */
export function StartMenu({ id }: { readonly id: number }) {
  const { start } = useWindowChanges(id)
  return (
    <Menu
      trigger={
        <Button>
          <Play className="ic s" aria-hidden="true" />
          {words.startNow}
        </Button>
      }
      actions={lengths.map((minutes) => {
        const length = formatDuration(minutes * minuteMs)
        return {
          label: words.startFor(length),
          onSelect: () => reportOutcome(start(minutes), words.startedNow(length)),
        }
      })}
    />
  )
}
