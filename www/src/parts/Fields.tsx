// Form fields with label, help text and error message.
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
  /** Error message of the field. */
  error?: string | undefined;
}

interface FormProps {
  /** Accessible name of the form, if nothing around it names it. */
  label?: string;
  onSubmit: () => void;
  /** True while the request is pending. */
  isPending?: boolean;
  /** Error of the last submission. It moves the focus to the first invalid field. */
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

interface TextInputProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: "text" | "url" | "date" | "number";
  maxLength?: number;
  placeholder?: string;
  isRequired?: boolean;
  /** Number of lines of a multi-line field. */
  lines?: number;
  min?: string;
  max?: string;
  autoFocus?: boolean;
}

export function TextInput({
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
}: TextInputProps) {
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
  isDisabled?: boolean;
}

interface OneOfProps<V extends string> extends FieldProps {
  options: Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** Radio buttons: one of a few visible options. */
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
        {options.map(({ isDisabled = false, ...option }) => (
          <Radio key={option.value} value={option.value} isDisabled={isDisabled} className="choice">
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
  options: Option<V>[];
  value: readonly V[];
  onChange: (value: V[]) => void;
  /** True if the options are in a row. */
  isRow?: boolean;
}

/** Checkboxes: some of a few visible options. */
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

/** Single checkbox. */
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

/** Drop-down list: one of several options. */
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

/** Buttons at the end of a form. */
export const FormEnd = ({ children }: { children: ReactNode }) => <div className="row form-end">{children}</div>;
