import { afterEach } from 'vitest'
import { addBrowserParts } from './browser-parts.ts'
import { closeScreen } from './render-screen.ts'

addBrowserParts()
afterEach(closeScreen)
