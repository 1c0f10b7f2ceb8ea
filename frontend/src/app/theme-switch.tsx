import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from "@mantine/core";

const CHOICES: { value: MantineColorScheme; label: string }[] = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ThemeSwitch() {
  // Stopping transitions would take a <style> made by script, which a strict security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <SegmentedControl
      aria-label="Theme"
      size="xs"
      data={CHOICES}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
    />
  );
}
