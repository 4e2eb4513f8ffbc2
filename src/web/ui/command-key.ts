import { texts } from '../strings/index.ts'

/** Keyboards of Apple have ⌘ where others have Ctrl. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How a shortcut is written on the keyboard of the viewer: "⌘S" or "Ctrl S". */
export const commandKey = (key: string): string => (isApple() ? `⌘${key}` : `${texts.common.control} ${key}`)

/** Whether the key of shortcuts is held; either of the two, since keyboards change hands. */
export const isCommand = ({ metaKey, ctrlKey }: KeyboardEvent): boolean => metaKey || ctrlKey
