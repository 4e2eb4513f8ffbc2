import { fileURLToPath } from 'node:url'

/** The program that runs the scripts of one API check, for Node.js of any runtime. */
export const apiScriptProgram = fileURLToPath(new URL('../child/api-scripts.cjs', import.meta.url))
