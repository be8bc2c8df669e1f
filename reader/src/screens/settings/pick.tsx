// A choice of a few values, all visible: radio buttons in a row.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props<Value extends string | number> {
  label: string;
  value: Value;
  /** The options; `class` is for those that show their effect. */
  options: readonly { value: Value; text: ComponentChildren; class?: string }[];
  onPick: (value: Value) => void;
}

export function Pick<Value extends string | number>({ label, value, options, onPick }: Props<Value>) {
  const id = useId();
  return (
    <div class="set" role="radiogroup" aria-labelledby={id}>
      <span class="of" id={id}>
        {label}
      </span>
      <div class="pick">
        {options.map((option) => (
          <label key={option.value} class={option.class ?? ''}>
            <input
              type="radio"
              name={id}
              class="vh"
              checked={option.value === value}
              onChange={() => onPick(option.value)}
            />
            {option.text}
          </label>
        ))}
      </div>
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onSwitch }: SwitchProps) {
  return (
    <label class="opt">
      <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />
      <span>
        <b>{label}</b>
        {hint}
      </span>
    </label>
  );
}
