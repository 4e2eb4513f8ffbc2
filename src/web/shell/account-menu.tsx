import { useState } from 'react'
import type { ReactNode } from 'react'
import { Menu } from '../ui/menu.tsx'
import type { MenuAction, MenuChoice } from '../ui/menu.tsx'

/** The menu of the account, which is loaded when it is first opened and therefore begins open. */
export function AccountMenu(menu: {
  readonly trigger: ReactNode
  readonly actions: readonly (MenuAction | MenuChoice | 'line')[]
}) {
  const [isOpen, setOpen] = useState(true)
  return <Menu {...menu} isOpen={isOpen} onOpenChange={setOpen} />
}
