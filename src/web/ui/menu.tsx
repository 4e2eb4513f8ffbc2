import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './menu.module.css'

export interface MenuAction {
  readonly label: string
  readonly onSelect: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

/** One of several, of which one is in force. */
export interface MenuChoice {
  readonly key: string
  readonly label: string
  readonly detail: string
  readonly isChosen: boolean
  readonly onSelect: () => void
}

/** A button that opens a list of actions. */
export const Menu = ({
  trigger,
  actions,
  ...opening
}: {
  readonly trigger: ReactNode
  /** Where something else opens it too, for example a key. Default: the trigger alone. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly actions: readonly (MenuAction | MenuChoice | 'line')[]
}) => (
  <DropdownMenu.Root modal={false} {...openingProps(opening)}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className={styles.menu} align="end" sideOffset={4}>
        {actions.map((action, index) =>
          action === 'line' ? (
            <DropdownMenu.Separator key={index} asChild>
              <hr />
            </DropdownMenu.Separator>
          ) : 'isChosen' in action ? (
            <Choice key={action.key} action={action} />
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

const openingProps = ({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}) => ({ ...(isOpen !== undefined && { open: isOpen }), ...(onOpenChange && { onOpenChange }) })

const Choice = ({ action: { label, detail, isChosen, onSelect } }: { readonly action: MenuChoice }) => (
  <DropdownMenu.CheckboxItem checked={isChosen} onSelect={onSelect}>
    <Check className={isChosen ? 'ic s' : 'ic s unseen'} aria-hidden="true" />
    <span className="trunc">{label}</span>
    <span className="mute small end">{detail}</span>
  </DropdownMenu.CheckboxItem>
)
