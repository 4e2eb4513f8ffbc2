import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Addresses in the page are relative to its `<base>`, so that the interface also works below a path prefix. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // One file: the order of rules does not depend on which screen is opened first.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    // The contract is declarations: what is not used of it is left out, and with it the library of its schemas.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !id.includes('/src/contract/') } },
  },
})
