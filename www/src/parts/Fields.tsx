// Fields of forms: each with its label, a word of help, and what was refused about it.
import { Check, ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import {
  Button,
  Checkbox,
  CheckboxGroup,
  FieldError,
  Form,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from "react-aria-components";

interface FieldProps {
  label: string;
  help?: ReactNode;
  /** What was refused about it. */
  error?: string | undefined;
}

interface FormProps {
  /** What it is called, where nothing around it says so. */
  label?: string;
  onSubmit: () => void;
  /** Whether it was sent, and the answer is not there yet. */
  isPending?: boolean;
  /** What the last try was refused for: whoever sent it goes on at the first field that is wrong. */
  error?: unknown;
  children: ReactNode;
}

export function FormOf({ label, onSubmit, isPending = false, error, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(input, button)')?.focus();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Form ref={form} aria-label={label} className="form" onSubmit={submit} validationBehavior="aria">
      {children}
    </Form>
  );
}

interface WordsProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "url" | "date" | "number";
  maxLength?: number;
  placeholder?: string;
  isRequired?: boolean;
  /** How many lines there are, where there may be several. */
  lines?: number;
  min?: string;
  max?: string;
  autoFocus?: boolean;
}

export function Words({
  label,
  help,
  error,
  value,
  onChange,
  type = "text",
  lines,
  placeholder,
  min,
  max,
  ...props
}: WordsProps) {
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={error !== undefined}
      autoComplete="off"
      {...props}
    >
      <Label className="label">{label}</Label>
      {lines ? (
        <TextArea rows={lines} placeholder={placeholder} />
      ) : (
        <Input placeholder={placeholder} min={min} max={max} />
      )}
      <Notes help={help} error={error} />
    </TextField>
  );
}

interface Option<V extends string> {
  value: V;
  label: string;
  note?: ReactNode;
}

interface OneOfProps<V extends string> extends FieldProps {
  options: Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, all of them in sight. */
export function Radios<V extends string>({ label, help, error, options, value, onChange }: OneOfProps<V>) {
  return (
    <RadioGroup
      className="field"
      value={value}
      onChange={(chosen) => onChange(chosen as V)}
      isInvalid={error !== undefined}
    >
      <Label className="label">{label}</Label>
      <div className="choices">
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className="choice">
            <span className="choice-mark round" aria-hidden="true" />
            <ChoiceText {...option} />
          </Radio>
        ))}
      </div>
      <Notes help={help} error={error} />
    </RadioGroup>
  );
}

interface SomeOfProps<V extends string> extends FieldProps {
  options: (Option<V> & { isDisabled?: boolean })[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** Whether they stand side by side. */
  isRow?: boolean;
}

/** Some of a few, all of them in sight. */
export function Checks<V extends string>({
  label,
  help,
  error,
  options,
  value,
  onChange,
  isRow = false,
}: SomeOfProps<V>) {
  return (
    <CheckboxGroup
      className="field"
      value={[...value]}
      onChange={(chosen) => onChange(chosen as V[])}
      isInvalid={error !== undefined}
    >
      <Label className="label">{label}</Label>
      <div className={isRow ? "choices in-row" : "choices"}>
        {options.map((option) => (
          <Box key={option.value} value={option.value} isDisabled={option.isDisabled ?? false}>
            <ChoiceText {...option} />
          </Box>
        ))}
      </div>
      <Notes help={help} error={error} />
    </CheckboxGroup>
  );
}

/** Yes or no. */
export const Toggle = ({
  label,
  note,
  value,
  onChange,
}: {
  label: string;
  note?: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
}) => (
  <Box isSelected={value} onChange={onChange}>
    <ChoiceText label={label} note={note} />
  </Box>
);

function Box({
  children,
  ...props
}: {
  children: ReactNode;
  value?: string;
  isDisabled?: boolean;
  isSelected?: boolean;
  onChange?: (value: boolean) => void;
}) {
  return (
    <Checkbox className="choice" {...props}>
      {({ isSelected }) => (
        <>
          <span className="choice-mark" aria-hidden="true">
            {isSelected && <Check size={13} strokeWidth={3} />}
          </span>
          {children}
        </>
      )}
    </Checkbox>
  );
}

const ChoiceText = ({ label, note }: { label: string; note?: ReactNode }) => (
  <span className="choice-text">
    {label}
    {note && (
      <>
        {" "}
        <span className="small soft">{note}</span>
      </>
    )}
  </span>
);

/** One of several, behind a button. */
export function Dropdown<V extends string>({ label, help, error, options, value, onChange }: OneOfProps<V>) {
  return (
    <Select
      className="field"
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as V)}
      isInvalid={error !== undefined}
    >
      <Label className="label">{label}</Label>
      <Button className="button edge dropdown">
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Notes help={help} error={error} />
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {({ value: id, label: name, note }) => (
            <ListBoxItem id={id} textValue={name} className="option">
              {({ isSelected }) => (
                <>
                  <span className="option-check" aria-hidden="true">
                    {isSelected && <Check size={14} />}
                  </span>
                  <ChoiceText label={name} note={note} />
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

const Notes = ({ help, error }: { help: ReactNode; error: string | undefined }) => (
  <>
    {help && (
      <Text slot="description" className="small soft">
        {help}
      </Text>
    )}
    <FieldError className="small failed">{error}</FieldError>
  </>
);

/** What a form does, at its end. */
export const FormEnd = ({ children }: { children: ReactNode }) => <div className="row form-end">{children}</div>;
