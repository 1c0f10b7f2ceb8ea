create database {}
