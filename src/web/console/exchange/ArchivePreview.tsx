import { Box, Input, Text } from '@mantine/core'
import { File, Folder } from 'lucide-react'
import type { FormatRow } from '../../../contract/exports.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ExportChoice } from './exportChoice.ts'

/** A folder or file of the preview. */
interface TreeRow {
  name: string
  depth: number
  isOriginal: boolean
}

/** Entries that are there only where original files are included. */
const ORIGINALS = /(^|\/)(images|JPEGImages|img1|image_0?2|velodyne|files|samples|related_images|sensors)(\/|$)/

/** The entries of a format as rows of a tree, a row for each split. */
function archiveTree(tree: readonly string[], splits: readonly string[]): TreeRow[] {
  const names = tree.flatMap((entry) =>
    entry.includes('SPLIT') ? splits.map((split) => entry.replaceAll('SPLIT', split)) : [entry],
  )
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  // Folders stay together, in the order in which they come.
  const top = [...new Set(names.map((name) => name.split('/')[0]))]
  for (const name of top.flatMap((first) => names.filter((one) => one.split('/')[0] === first))) {
    const parts = name.split('/')
    const isOriginal = ORIGINALS.test(name)
    for (const [depth, part] of parts.entries()) {
      const path = parts.slice(0, depth + 1).join('/')
      if (seen.has(path)) continue
      seen.add(path)
      rows.push({ name: depth < parts.length - 1 ? `${part}/` : part, depth, isOriginal })
    }
  }
  return rows
}

const INDENT_REM = 1.1

/** The entries that the archive will have, NAME standing for each job. */
export function ArchivePreview({ format, choice }: { format: FormatRow; choice: ExportChoice }) {
  const t = useTranslator()
  const named = Object.entries(choice.shares ?? {}).flatMap(([name, share]) => (share > 0 ? [name] : []))
  const rows = archiveTree(format.tree, named.length > 0 ? named : ['default'])
  const isWhole = choice.includesFiles || format.files === 'required'
  return (
    <Input.Wrapper label={t('export.preview')} labelElement="div">
      <Box component="ul" className="archive-tree" aria-label={t('export.preview')} mt={4}>
        {rows
          .filter(({ isOriginal }) => isWhole || !isOriginal)
          .map(({ name, depth }, index) => (
            <Text
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
              key={index}
              component="li"
              size="sm"
              ff="monospace"
              style={{ paddingInlineStart: `${depth * INDENT_REM}rem` }}
            >
              {name.endsWith('/') ? <Folder size="0.85em" /> : <File size="0.85em" />} {name}
            </Text>
          ))}
      </Box>
    </Input.Wrapper>
  )
}
