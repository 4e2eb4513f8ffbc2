import { Slot } from 'radix-ui'
import type { ButtonHTMLAttributes, SyntheticEvent } from 'react'
import styles from './button.module.css'

interface Look {
  readonly kind?: 'primary' | 'ghost' | 'danger' | 'plain'
  readonly size?: 'small' | 'large' | 'normal'
  /** Takes the look to its only child, for example a link. */
  readonly asChild?: boolean
  /** Under way: it cannot be pressed again, and keeps its width. */
  readonly isBusy?: boolean
  /** A square button; it needs `aria-label`. */
  readonly isIcon?: boolean
}

const kinds = { primary: styles.primary, ghost: styles.ghost, danger: styles.danger, plain: '' } as const
const sizes = { small: styles.small, large: styles.large, normal: '' } as const

const prevent = (event: SyntheticEvent): void => event.preventDefault()

export function Button({
  kind = 'plain',
  size = 'normal',
  asChild = false,
  isBusy = false,
  isIcon = false,
  className = '',
  disabled,
  onClick,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const classes = [styles.button, kinds[kind], sizes[size], isIcon && styles.icon, className].filter(Boolean).join(' ')
  // By its kind the bar of a page chooses the buttons that it shows on phones.
  const look = { className: classes, 'data-kind': isIcon ? 'icon' : kind }
  if (asChild) return <Slot.Root {...look} onClick={onClick} {...rest} />
  // A disabled button would lose the focus.
  const busy = isBusy && { 'aria-busy': true, 'aria-disabled': true }
  const press = isBusy ? prevent : onClick
  return <button type="button" {...look} disabled={disabled} {...busy} onClick={press} {...rest} />
}
