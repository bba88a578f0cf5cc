import { Kbd, Modal, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { openClasses } from '../../model/tag.ts'
import { useTranslator } from '../messages/useTranslator.tsx'
import { chooseClass } from '../workbench/chooseClass.ts'
import { useBoundCommands } from '../workbench/keys/useKeymap.ts'
import { foundClasses } from '../workbench/recentClasses.ts'
import { useShell } from '../workbench/shellContext.ts'

/** Classes to choose from by typing, those that were used last first. */
export function ClassPicker({ onClose }: { onClose: () => void }) {
  const t = useTranslator()
  const { session, recentClasses } = useShell()
  const commands = useBoundCommands()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const found = foundClasses(openClasses(session.job.tag), recentClasses.all, typed)
  const chosen = found[Math.min(at, found.length - 1)]
  const choose = (classId: string) => {
    onClose()
    chooseClass(session, classId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter' && !event.repeat && chosen) choose(chosen.classId)
    else return
    event.preventDefault()
  }
  return (
    <Modal opened onClose={onClose} title={t('class.pick')} size="sm" transitionProps={{ duration: 0 }}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId} ${chosen.classId}`}
        aria-label={t('class.pick')}
        placeholder={t('common.search')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('panel.classes')} className="class-picker">
        {found.map(({ classId, name, color }) => {
          const [key] = commands.find(({ command }) => command.id === `class.${classId}`)?.keys ?? []
          return (
            // The field keeps the focus; its keys choose.
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={classId}
              id={`${listId} ${classId}`}
              role="option"
              aria-selected={classId === chosen?.classId}
              className="panel-row"
              style={{ minHeight: '1.75rem' }}
              onClick={() => choose(classId)}
            >
              <span className="swatch" style={{ background: color }} />
              <span className="clipped" style={{ flex: 1 }}>
                {name}
              </span>
              {key && <Kbd size="xs">{key}</Kbd>}
            </div>
          )
        })}
        {found.length === 0 && <p className="panel-faint">{t('class.noMatch')}</p>}
      </div>
    </Modal>
  )
}
