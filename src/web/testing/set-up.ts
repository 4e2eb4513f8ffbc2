import { afterEach } from 'vitest'
import { addBrowserParts } from './browser-parts.ts'
import { makePlainElements } from './plain-elements.ts'
import { closeScreen } from './render-screen.ts'

addBrowserParts()
makePlainElements()
afterEach(closeScreen)
