import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The libraries of the shell change less often than our own code, so browsers can cache them across an update.
// Libraries that only a mode needs (Konva, three) are in no group and follow the dynamic import that loads them.
const GROUPS = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack)[\\/]/, priority: 2 },
  {
    name: 'mantine',
    // Fields that the console alone has go with it.
    test: /node_modules[\\/](@mantine[\\/](core|hooks|notifications)|@floating-ui|tabbable|clsx)[\\/](?!.*[\\/](Color\w+|AlphaSlider|HueSlider|TagsInput)[\\/])/,
    priority: 1,
  },
]

const ROOT = import.meta.dirname
const sourcesOf: Record<string, string[]> = {}

/** Records the sources of each built file: `npm run test:changed` uses it to find the tests of pages. */
const listSources: Plugin = {
  name: 'list-sources',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const own = chunk.moduleIds.filter((id) => id.startsWith(join(ROOT, 'src/')))
      sourcesOf[chunk.fileName] = own.map((id) => relative(ROOT, id.replace(/\?.*$/, '')))
    }
  },
  closeBundle() {
    // The bundle of a worker closes before anything of the pages is written.
    mkdirSync(join(ROOT, 'dist'), { recursive: true })
    writeFileSync(join(ROOT, 'dist/web.chunks.json'), JSON.stringify(sourcesOf))
  },
}

export default defineConfig({
  root: 'src/web',
  publicDir: false,
  plugins: [react(), listSources],
  worker: { format: 'es', plugins: () => [listSources] },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // As old as light-dark(): lowered for older browsers it would look for the colour scheme in each file.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address would break the content policy for scripts and workers.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
})
