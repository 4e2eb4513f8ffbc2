import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

export interface MenuAction {
  readonly label: string
  readonly onSelect: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

/** A button that opens a list of actions. */
export const Menu = ({
  trigger,
  actions,
}: {
  readonly trigger: ReactNode
  readonly actions: readonly (MenuAction | 'line')[]
}) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
        {actions.map((action, index) =>
          action === 'line' ? (
            <DropdownMenu.Separator key={index} asChild>
              <hr />
            </DropdownMenu.Separator>
          ) : (
            <DropdownMenu.Item
              key={action.label}
              className={action.isDangerous ? 'fail' : ''}
              disabled={action.isDisabled ?? false}
              onSelect={action.onSelect}
            >
              {action.label}
            </DropdownMenu.Item>
          ),
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)
