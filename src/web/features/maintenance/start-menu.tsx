import { Play } from 'lucide-react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useWindowChanges } from './api.ts'
import { startCommands } from './maintenance-commands.ts'

const words = lateTexts.maintenanceWindows

/** Starts a maintenance of a window now, for a chosen time. */
export function StartMenu({ id }: { readonly id: number }) {
  const changes = useWindowChanges(id)
  return (
    <Menu
      trigger={
        <Button>
          <Play className="ic s" aria-hidden="true" />
          {words.startNow}
        </Button>
      }
      actions={startCommands(changes).map(({ label, run }) => ({ label, onSelect: run }))}
    />
  )
}
