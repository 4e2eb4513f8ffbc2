import type { ComponentProps } from 'react'
import styles from './chip.module.css'

interface ChipProps extends ComponentProps<'button'> {
  /** Whether it narrows what is shown. */
  readonly isOn?: boolean
  /** Follows the chip that it clears. */
  readonly isClear?: boolean
}

/** A filter as a button. */
export const Chip = ({ isOn = false, isClear = false, ...rest }: ChipProps) => (
  <button
    type="button"
    className={[styles.chip, isOn && styles.on, isClear && styles.clear].filter(Boolean).join(' ')}
    {...rest}
  />
)
