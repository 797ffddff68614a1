//! A day of the calendar. There is no clock here: whoever asks says which day it is.

use std::fmt;
use std::str::FromStr;

/// A day; days are ordered as they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The last day that can be written.
    pub const LAST: Self = Self { year: 9_999, month: 12, day: 31 };

    /// A day that the calendar has.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        (1..=days).contains(&day).then_some(Self { year, month, day })
    }

    /// The day so many days after the first of January 1970; nothing where its year has more than four
    /// digits.
    pub fn since_1970(days: u64) -> Option<Self> {
        // Counted from the first of March of the year 0, so that leap days come last in their years.
        let days = days.checked_add(719_468)?;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era.checked_mul(400)?.checked_add(year)? + u64::from(month <= 2);
        let year = u16::try_from(year).ok().filter(|year| *year <= 9_999)?;
        Self::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A text that is no day.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no day: write it as 2027-01-31")]
pub struct NotADay(String);

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Self, NotADay> {
        let read = || {
            let parts: Vec<&str> = text.split('-').collect();
            let [year, month, day] = parts[..] else { return None };
            let digits = |part: &str, count| {
                part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit())
            };
            if !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
                return None;
            }
            Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
        };
        read().ok_or_else(|| NotADay(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Day;

    #[test]
    fn days_of_the_calendar() {
        for day in ["2027-01-31", "2024-02-29", "2000-02-29", "0001-12-01"] {
            assert_eq!(day.parse::<Day>().unwrap().to_string(), day);
        }
        for no_day in ["2027-02-29", "1900-02-29", "2027-13-01", "2027-00-10", "2027-01-00"] {
            assert!(no_day.parse::<Day>().is_err(), "{no_day}");
        }
        for no_day in ["", "soon", "2027-1-31", "+027-01-31", "2027-01-31T00:00", "27-01-31"] {
            assert!(no_day.parse::<Day>().is_err(), "{no_day}");
        }
        for (days, day) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29")] {
            assert_eq!(Day::since_1970(days).unwrap().to_string(), day);
        }
        assert_eq!(Day::since_1970(20_819).unwrap().to_string(), "2027-01-01");
        assert_eq!((Day::since_1970(u64::MAX), Day::since_1970(4_000_000)), (None, None));
        assert!("2026-12-31".parse::<Day>().unwrap() < "2027-01-01".parse().unwrap());
    }
}
